;;; debug.el --- Scenarios of dap-mode with geoscript debug  -*- lexical-binding: t -*-
;; Run by scripts/checks/debug.py, which checks what passes. `debug-folder' has garden.lua, failing.lua and walk.ndjson;
;; $DAP_COMMAND is the debug adapter. Prints «scenario NAME: held» or «scenario NAME: failed: …» for each.

(defvar debug-folder)
(setq dap-auto-configure-features nil dap-output-window-min-height 1 lsp-server-install-dir debug-folder
      lsp-session-file (concat debug-folder ".lsp-session") dap-breakpoints-file (concat debug-folder ".dap-breakpoints")
      inhibit-message nil)
(package-initialize)
(require 'dap-mode)
(require 'cl-lib)
;; What the debugger itself says, too.
(setq dap-output-buffer-filter nil)
(dap-register-debug-provider
 "geoscript" (lambda (conf) (plist-put conf :dap-server-path (split-string (getenv "DAP_COMMAND") " "))))

;; What dap-ui sets for people: stops at errors are off at first.
(defvar dap-exception-breakpoints '(("geoscript" ("error"))))

(defvar answer nil "The last answer of `ask'.")
(defvar failures 0)

(defun wait-for (what condition)
  "Wait until the function CONDITION returns something, and return that; WHAT is for people."
  (let ((end (+ (float-time) 20)) found)
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (or found (error "waited in vain for %s" what))))

(defun session () (dap--cur-session))

(defun frame () (and (session) (dap--debug-session-active-frame (session))))

(defun at ()
  "Wait for a stop and return its line."
  (wait-for "a stop" #'frame)
  (gethash "line" (frame)))

(defun ended () (wait-for "the end" (lambda () (eq 'terminated (dap--debug-session-state (session))))))

(defun ask (command &rest arguments)
  "Send COMMAND and return the body of its answer, or the message of a refusal."
  (setq answer nil)
  (dap--send-message (dap--make-request command arguments) (lambda (message) (setq answer message)) (session))
  (wait-for command (lambda () answer))
  (if (gethash "success" answer) (or (gethash "body" answer) t) (gethash "message" answer)))

(defun value (expression) (gethash "result" (ask "evaluate" :expression expression :frameId (gethash "id" (frame)))))

(defun go (command)
  "Do a step and return the line where it ends."
  (pcase command
    ("next" (dap-next (session)))
    ("stepIn" (dap-step-in (session)))
    ("stepOut" (dap-step-out (session)))
    ("continue" (dap-continue (session) (dap--debug-session-thread-id (session))))
    (_ (dap--step command (session))))
  (at))

(defun run-out ()
  (dap-breakpoint-delete-all)
  (dap-continue (session) (dap--debug-session-thread-id (session)))
  (ended))

(defun output ()
  (with-current-buffer (dap--debug-session-output-buffer (session)) (buffer-substring-no-properties 1 (point-max))))

(defun variables (scope)
  "An alist of names and values."
  (let* ((scopes (gethash "scopes" (ask "scopes" :frameId (gethash "id" (frame)))))
         (found (seq-find (lambda (each) (equal (gethash "name" each) scope)) scopes)))
    (mapcar (lambda (each) (cons (gethash "name" each) (gethash "value" each)))
            (gethash "variables" (ask "variables" :variablesReference (gethash "variablesReference" found))))))

(defun reference (scope)
  (gethash "variablesReference"
           (seq-find (lambda (each) (equal (gethash "name" each) scope))
                     (gethash "scopes" (ask "scopes" :frameId (gethash "id" (frame)))))))

(defun put-breakpoint (file line &optional property text)
  (with-current-buffer (find-file-noselect (concat debug-folder file))
    (goto-char (point-min))
    (forward-line (1- line))
    (dap-breakpoint-add)
    (when property
      (cl-letf (((symbol-function 'read-string) (lambda (&rest _) text)))
        (funcall property buffer-file-name (dap--get-breakpoint-at-point))))))

(defun start (&rest more)
  "Launch garden.lua, with what MORE says instead or in addition."
  (let ((conf (list :type "geoscript" :request "launch" :name "geoscript" :script "garden.lua" :from ["walk.ndjson"]
                    :cwd debug-folder)))
    (while more (setq conf (plist-put conf (pop more) (pop more))))
    (dap-debug conf))
  (wait-for "an answer" (lambda () (not (eq 'starting (dap--debug-session-state (session)))))))

(defun leave ()
  "End the session, whatever its state."
  (when-let ((session (session)) (end (+ (float-time) 10)))
    (ignore-errors (dap-disconnect session))
    (while (and (process-live-p (dap--debug-session-proc session)) (< (float-time) end)) (accept-process-output nil 0.02))
    (ignore-errors (dap--mark-session-as-terminated session))
    (ignore-errors (dap--set-sessions nil))
    (dap--set-cur-session nil)))

(defmacro scenario (name &rest body)
  "Run BODY, whose forms must all return something, and print whether they did."
  `(let (failed)
     (condition-case problem
         (progn ,@(mapcar (lambda (form) `(or ,form (setq failed (or failed ,(format "%S" form))))) body))
       (error (setq failed (error-message-string problem))))
     (leave)
     (clrhash (dap--get-breakpoints))
     (when failed (setq failures (1+ failures)))
     (princ (format "scenario %s: %s\n" ,name (if failed (concat "failed: " (replace-regexp-in-string "\n" " " failed)) "held")))))

(cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
  (scenario "a breakpoint in a callback"
            (progn (put-breakpoint "garden.lua" 7) t) (start) (= (at) 7) (run-out))
  (scenario "a breakpoint in a function that is called"
            (progn (put-breakpoint "garden.lua" 3) t) (start) (= (at) 3)
            (= 2 (length (gethash "stackFrames" (ask "stackTrace" :threadId 1)))) (run-out))
  (scenario "a breakpoint at the first line"
            (progn (put-breakpoint "garden.lua" 1) t) (start) (= (at) 1) (run-out))
  (scenario "a breakpoint on a line without code"
            (progn (put-breakpoint "garden.lua" 9) t) (start) (= (at) 9))
  (scenario "two breakpoints in turn"
            (progn (put-breakpoint "garden.lua" 3) (put-breakpoint "garden.lua" 8) t)
            (start) (= (at) 3) (= (go "continue") 8) (= (go "continue") 3))
  (scenario "a breakpoint that is set while it stands"
            (progn (put-breakpoint "garden.lua" 7) t) (start) (= (at) 7)
            (progn (put-breakpoint "garden.lua" 12) t) (= (go "continue") 12))
  (scenario "a breakpoint that is deleted while it stands"
            (progn (put-breakpoint "garden.lua" 11) t) (start) (= (at) 11)
            (progn (dap-breakpoint-delete-all) t) (run-out))
  (scenario "a condition"
            (progn (put-breakpoint "garden.lua" 3 #'dap-breakpoint-condition "n == 2") t)
            (start) (= (at) 3) (equal (value "n") "2") (run-out))
  (scenario "a condition that never holds"
            (progn (put-breakpoint "garden.lua" 3 #'dap-breakpoint-condition "n > 100") t) (start) (ended))
  (scenario "a condition that fails"
            (progn (put-breakpoint "garden.lua" 3 #'dap-breakpoint-condition "n.x.y") t)
            (start) (= (at) 3) (string-match "condition n.x.y: " (output)))
  (scenario "a hit count"
            (progn (put-breakpoint "garden.lua" 11 #'dap-breakpoint-hit-condition "% 20") t)
            (start) (= (at) 11) (= (go "continue") 11) (= (go "continue") 11) (run-out))
  (scenario "a log point"
            (progn (put-breakpoint "garden.lua" 3 #'dap-breakpoint-log-message "visit {n + 1} <{type(n)}>") t)
            (start) (ended) (string-match "visit 1 <number>\nvisit 2 <number>" (replace-regexp-in-string "2026.*\n" "" (output))))
  (scenario "the first line on request" (start :stopOnEntry t) (= (at) 1) (run-out))
  (scenario "steps over"
            (start :stopOnEntry t) (= (at) 1) (= (go "next") 5) (= (go "next") 9))
  (scenario "steps over a call"
            (progn (put-breakpoint "garden.lua" 7) t) (start) (= (at) 7) (= (go "next") 8)
            (equal (value "visits") "1") (= (go "next") 9))
  (scenario "steps into a call"
            (progn (put-breakpoint "garden.lua" 7) t) (start) (= (at) 7) (= (go "stepIn") 3) (equal (value "n") "0")
            (= (go "next") 4) (equal (value "next") "1"))
  (scenario "steps out of a call"
            (progn (put-breakpoint "garden.lua" 3) t) (start) (= (at) 3) (= (go "stepOut") 8))
  (scenario "steps into the next callback"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8) (= (go "next") 9) (= (go "next") 11))
  (scenario "locals"
            (progn (put-breakpoint "garden.lua" 4) t) (start) (= (at) 4)
            (equal (variables "Locals") '(("n" . "0") ("next" . "1"))))
  (scenario "upvalues"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8)
            (equal (assoc "visits" (variables "Upvalues")) '("visits" . "1")))
  (scenario "the device"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8)
            (equal (cdr (assoc "name" (variables "Device"))) "\"walk\"")
            (equal (gethash "name" (car (gethash "threads" (ask "threads")))) "walk"))
  (scenario "regions"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8)
            (equal (variables "Regions") '(("garden" . "\"outside\""))))
  (scenario "the store"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8)
            (equal (variables "Store") '(("last" . "52.5"))))
  (scenario "a local is set"
            (progn (put-breakpoint "garden.lua" 3) t) (start) (= (at) 3)
            (equal (gethash "value" (ask "setVariable" :variablesReference (reference "Locals") :name "n" :value "41")) "41")
            (= (go "next") 4) (equal (value "next") "42"))
  (scenario "an upvalue is set"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8)
            (ask "setVariable" :variablesReference (reference "Upvalues") :name "visits" :value "10")
            (= (go "continue") 8) (equal (value "visits") "11"))
  (scenario "what is evaluated in the editor"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8) (equal (value "region.identifier .. 1") "\"garden1\"")
            (string-match "near" (ask "evaluate" :expression "1 +")))
  (scenario "an error" (start :script "failing.lua") (ended) (string-match "attempt to index" (output)))
  (scenario "a stop at an error"
            (start :script "failing.lua" :stopOnEntry t) (at) (ask "setExceptionBreakpoints" :filters ["error"])
            (= (go "continue") 2) (equal (gethash "exceptionId" (ask "exceptionInfo" :threadId 1)) "error"))
  (scenario "a stop at an alert"
            (start :stopOnEntry t) (at) (ask "setExceptionBreakpoints" :filters ["alert"]) (= (go "continue") 8)
            (equal (gethash "description" (ask "exceptionInfo" :threadId 1)) "alert: left garden"))
  (scenario "a stop at a region event"
            (start :stopOnEntry t) (at) (ask "setExceptionBreakpoints" :filters ["region"]) (= (go "continue") 7))
  (scenario "steps back"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8) (= (go "stepBack") 4) (= (go "stepBack") 3)
            (= (go "stepBack") 7) (equal (value "visits") "0") (= (go "continue") 8))
  (scenario "back to the last stop"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8) (= (go "continue") 8)
            (equal (value "visits") "2") (= (go "reverseContinue") 8) (equal (value "visits") "1"))
  (scenario "values set by hand are lost on the way back"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8)
            (ask "setVariable" :variablesReference (reference "Upvalues") :name "visits" :value "10")
            (= (go "stepBack") 4) (= (go "next") 8) (equal (value "visits") "1")
            (string-match "values that were set by hand are lost" (output)))
  (scenario "alerts in the console"
            (start) (ended) (string-match "alert: left garden" (output)))
  (scenario "options of the run"
            (progn (put-breakpoint "garden.lua" 8) t) (start :options ["--seed" "7" "--time-zone" "Europe/Berlin"]) (= (at) 8)
            (string-match "\\+02:00" (cdr (assoc "time" (variables "Device")))))
  (scenario "it is left while it stands"
            (progn (put-breakpoint "garden.lua" 8) t) (start) (= (at) 8) (progn (dap-disconnect (session)) t) (ended)))
(kill-emacs (if (> failures 0) 1 0))
;;; debug.el ends here
