;;; What a user of Emacs with eglot sees of the example attack.  -*- lexical-binding: t -*-

(require 'cl-lib)
(require 'eglot)
(require 'flymake)

(defconst aeonc-patience 20 "Seconds that anything may take.")

(defun aeonc-fail (format &rest args)
  (message "emacs: %s" (apply #'format format args))
  (kill-emacs 1))

(defun aeonc-wait (what holds)
  "Wait until the function HOLDS returns non-nil, and return that."
  (let ((end (+ (float-time) aeonc-patience)) result)
    (while (not (setq result (funcall holds)))
      (when (> (float-time) end)
        (aeonc-fail "%s; diagnostics: %S" what (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
      (accept-process-output nil 0.05))
    result))

(defun aeonc-place (position)
  "Line and column of POSITION, the line from 1 and the column from 0."
  (save-excursion
    (goto-char position)
    (list (line-number-at-pos) (current-column))))

(defun aeonc-found ()
  "The diagnostics of the buffer, each as its code, start and end."
  (sort (mapcar (lambda (d)
                  (let ((text (flymake-diagnostic-text d)))
                    (list (and (string-match "AE[0-9]+" text) (match-string 0 text))
                          (aeonc-place (flymake-diagnostic-beg d))
                          (aeonc-place (flymake-diagnostic-end d)))))
                (flymake-diagnostics))
        (lambda (a b) (string< (format "%S" a) (format "%S" b)))))

(defun aeonc-what-the-sink-is-given-is-marked ()
  (aeonc-wait "no diagnostic appears" (lambda () (flymake-start) (flymake-diagnostics)))
  ;; The session and the repository.
  (let ((expected '(("AE301" (7 18) (7 19)) ("AE301" (7 20) (7 24)))))
    (unless (equal (aeonc-found) expected)
      (aeonc-fail "expected %S, found %S" expected (aeonc-found)))))

(defun aeonc-hover-tells-the-state ()
  (goto-char (point-min))
  (search-forward "largest_repo s")
  (backward-char 1)
  (let (text)
    (eglot-hover-eldoc-function (lambda (string &rest _) (setq text (substring-no-properties string))))
    (aeonc-wait "no hover comes" (lambda () text))
    (unless (and (string-match-p "sessionTainted s" text)
                 (string-match-p "because the contract" text))
      (aeonc-fail "the hover does not tell the session's state: %s" text))))

(defun aeonc-quick-fix-repairs-the-plan ()
  (let* ((d (car (flymake-diagnostics)))
         (actions (eglot-code-actions (flymake-diagnostic-beg d) (flymake-diagnostic-end d) "quickfix"))
         (preferred (cl-find-if (lambda (a) (eq (plist-get a :isPreferred) t)) (append actions nil))))
    (unless preferred
      (aeonc-fail "no quick fix is preferred: %S" actions))
    (eglot--apply-workspace-edit (plist-get preferred :edit))
    ;; Changes are sent when Emacs is idle, which it never is here, or when the buffer is saved.
    (save-buffer)
    (aeonc-wait "the errors stay after the quick fix"
                (lambda () (flymake-start) (null (flymake-diagnostics))))
    ;; Not only gone for the moment of the next check: the plan is verified.
    (unless (eql 0 (call-process "aeonc" nil nil nil "check" (buffer-file-name)))
      (aeonc-fail "the repaired plan is not verified: %s" (buffer-string)))))

(defun aeonc-test (file)
  "Open FILE, the example attack, and look at what eglot makes of it."
  (find-file file)
  (unless (eq major-mode 'aeon-mode)
    (aeonc-fail "the mode is %s" major-mode))
  ;; `eglot-ensure' waits for the first command, which a batch never runs.
  (run-hooks 'post-command-hook)
  (aeonc-wait "no server is connected" #'eglot-current-server)
  (aeonc-what-the-sink-is-given-is-marked)
  (aeonc-hover-tells-the-state)
  (aeonc-quick-fix-repairs-the-plan)
  (message "emacs: diagnostics, hover and quick fix are as they should be")
  (let ((kill-buffer-query-functions nil))
    (ignore-errors (eglot-shutdown (eglot-current-server)))))
