;;; The Punycode of Emacs, whose labels have their prefix.
(require 'acegate-frame (expand-file-name "acegate-frame.el" (file-name-directory load-file-name)))
(require 'puny)

(defun encode (text)
  (if (string-match-p "\\`[[:ascii:]]*\\'" text) '(skip . "a label of ASCII alone is not encoded")
    (substring (puny-encode-string text) 4)))

(defun decode (code)
  (let* ((label (concat "xn--" code)) (text (puny-decode-string label)))
    (if (equal text label) (error "The label is returned as it is") text)))

(acegate-serve `((name . "Emacs puny") (version . ,emacs-version) (url . "https://www.gnu.org/software/emacs/"))
               (list (cons "encode" #'encode) (cons "decode" #'decode)))
