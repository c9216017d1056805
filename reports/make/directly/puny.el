;;; Calls puny.el on code points.
(require 'puny)
(let* ((op (pop command-line-args-left))
       (text (apply #'string (mapcar (lambda (word) (string-to-number word 16)) command-line-args-left)))
       (label (concat "xn--" text))
       (made (condition-case nil
                 (if (equal op "encode") (substring (puny-encode-string text) 4)
                   (puny-decode-string label))
               (error (kill-emacs 1)))))
  (setq command-line-args-left nil)
  (when (and (equal op "decode") (equal made label)) (kill-emacs 1))
  (princ (mapconcat (lambda (c) (format "%X" c)) made " ")))
