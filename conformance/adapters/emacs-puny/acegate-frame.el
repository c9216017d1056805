;;; The frame of the adapters in Emacs Lisp: acegate's line protocol around functions from text to text.
(require 'json)

(defun acegate-answer (function points)
  (if (seq-some (lambda (c) (> c #x10FFFF)) points)
      '((skip . "asked up to U+10FFFF"))
    (condition-case why
        (let ((result (funcall function (apply #'string (append points nil)))))
          (if (eq (car-safe result) 'skip) (list result)
            (list (cons 'ok (list (cons 'u (vconcat result)))))))
      (error (list (cons 'error (list (cons 'message (format "%S" why)))))))))

(defun acegate-serve (implementation functions)
  "Serve FUNCTIONS, an alist by operation.  They refuse by an error, and skip by (skip . WHY)."
  (let ((hello `((type . "hello") (protocol . 1) (values . ["u"]) (implementation . ((language . "Emacs Lisp") ,@implementation))
                 (codecs . ((punycode . ((ops . ,(vconcat (mapcar #'car functions)))))))))
        line)
    (while (setq line (ignore-errors (read-from-minibuffer "")))
      (let* ((request (json-read-from-string line))
             (function (and (equal (alist-get 'codec request) "punycode")
                            (cdr (assoc (alist-get 'op request) functions)))))
        (princ (json-encode
                (cond ((equal (alist-get 'type request) "hello") hello)
                      (function (cons (cons 'id (alist-get 'id request))
                                      (acegate-answer function (alist-get 'u (alist-get 'in request)))))
                      (t `((id . ,(alist-get 'id request)) (skip . "only of punycode, and not this"))))))
        (princ "\n")))))

(provide 'acegate-frame)
