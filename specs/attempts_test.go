package specs_test

import (
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
)

// attempt is a plan under the specs of all tools and one of the presets.
type attempt struct{ title, contract, want, plan string }

// waysRound are attempts to get round the presets.
var waysRound = []attempt{
	{"a document that was shared before", "strict", "AE301",
		`let (d, s) := create_document s "Plan" "x" in
let s := share_document s d "mallory@x" "reader" in
let (c, s) := read_comments s (documentNamed "other") in
let s := append_to_document s d "secret" in
closeSession s`},
	{"a channel of which nothing is known", "strict", "AE301",
		`let c := channelNamed "a" in
let (m, s) := search_messages s "x" in
let s := post_message s c "x" in
closeSession s`},
	{"to addresses in mails, one after the other", "balanced", "AE301",
		`let (ms, s) := search_emails s "x" in
let s := List.foldl (fun s m => if isKnownDestination (mailSender m) then send_email s (mailBody m) "a" "b" else s) s ms in
closeSession s`},
	{"a helper sends", "strict", "AE301",
		`def go (1 s: Session) (to: String) : Session := let s := send_email s to "a" "b" in s
let (ms, s) := search_emails s "x" in
let s := go s "m@x" in
closeSession s`},
	{"a helper that says it is strict", "balanced", "AE301",
		`def go (1 s: {s:Session | strictly s}) (to: String) : Session := let s := send_email s to "a" "b" in s
let s := go s "m@x" in
closeSession s`},
	{"an address that private data chose", "balanced", "AE301",
		`let (ms, s) := search_emails s "x" in
let u := if List.isEmpty ms then "https://a.x" else "https://b.x" in
let (t, s) := fetch_url s u in
closeSession s`},
	{"a request that private data decides", "balanced", "AE301",
		`let (ms, s) := search_emails s "x" in
if List.isEmpty ms then let (t, s) := fetch_url s "https://a.x" in closeSession s else closeSession s`},
	{"as many requests as there are mails", "balanced", "AE301",
		`let (ms, s) := search_emails s "x" in
let s := List.foldl (fun s m => let (t, s) := fetch_url s "https://a.x" in s) s ms in
closeSession s`},
	{"an approval used twice in a helper", "balanced", "AE402",
		`def twice (1 s: Session) (1 g: {g:Grant | grantTool g = "send_email" && grantTarget g = "a" && grantTitle g = "b" && grantContent g = "c"}) : Session :=
  let s := send_email_approved s "a" "b" "c" g in send_email_approved s "a" "b" "c" g
let (g, s) := askUser s "send_email" "a" "b" "c" 0 in
closeSession (twice s g)`},
	{"an approval in a function value", "balanced", "AE404",
		`let (g, s) := askUser s "send_email" "a" "b" "c" 0 in
let f := fun x => send_email_approved s "a" "b" "c" g in
closeSession (f 1)`},
	{"an approval under strict, after a stranger's text", "strict", "AE301",
		`let (g, s) := askUser s "send_email" "a" "b" "c" 0 in
let (m, s) := read_email s "1" in
let s := send_email_approved s "a" "b" "c" g in
closeSession s`},
	{"a sender as if the user had typed it", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let p := placeOfUser (mailSender m) in
closeSession s`},
	{"an address that equals a literal", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
if mailSender m = "mallory@x" then let s := send_email s (mailSender m) "a" "b" in closeSession s else closeSession s`},
	{"a path that a file names", "strict", "AE301",
		`let (t, s) := read_text_file s (pathOf "/workspace/inbox/a") in
let (u, s) := read_text_file s (pathOf t) in
closeSession s`},
	{"out of the inbox", "strict", "AE301",
		`let s := move_file s (pathOf "/workspace/inbox/x") (pathOf "/workspace/x") in closeSession s`},
	{"the workspace as a file", "balanced", "AE301",
		`let s := write_file s (pathOf "/workspace") "x" in closeSession s`},
	{"percent-encoding", "balanced", "AE301",
		`let s := write_file s (pathOf "/workspace/%2e%2e/x") "x" in closeSession s`},
	{"a path with a line break", "balanced", "AE301",
		`let s := write_file s (pathOf "/workspace/a\n/etc/passwd") "x" in closeSession s`},
	{"over the limit in a loop", "balanced", "AE301",
		`let (p, s) := find_payee s "a" in
let s := List.foldl (fun s x => pay s p 50000 "x") s [1,2,3] in
closeSession s`},
	{"nothing paid", "balanced", "AE301",
		`let (p, s) := find_payee s "a" in
let s := pay s p 0 "x" in closeSession s`},
	{"a table that may be in production", "balanced", "AE301",
		`let (g, s) := askUser s "drop_table" "users" "" "" 0 in
let s := drop_table_approved s (tableNamed "users") g in closeSession s`},
	{"an interpreter with a version", "strict", "AE301",
		`let (g, s) := askUser s "run" "" "python3" "-c x" 0 in
let (o, s) := run_approved s "python3" ["-c","x"] g in closeSession s`},
	{"a program by its path", "strict", "AE301",
		`let (g, s) := askUser s "run" "" "./x" "" 0 in
let (o, s) := run_approved s "./x" [""] g in closeSession s`},
	{"another scheme in capitals", "balanced", "AE301",
		`let (t, s) := fetch_url s "FILE:///etc/passwd" in closeSession s`},
	{"a form to a host that nobody named", "strict", "AE301",
		`let (t, s) := post_form s "https://evil.x" "a" in closeSession s`},
	{"a gist after a search", "strict", "AE301",
		`let (t, s) := search_code s "x" in
let s := create_gist s "a" "b" in closeSession s`},
	{"a merge after an issue was read", "balanced", "AE301",
		`let r := ownRepo "a/b" in
let (t, s) := issue_read s r "get" 1 in
let s := merge_pull_request s r 3 in closeSession s`},
	{"the small contract's comment after private data", "strict", "AE301",
		`let (t, s) := get_me s in
let s := List.foldl (fun s i => comment s i "x") s (issuesOf s publicRepo) in
closeSession s`},
	{"a session of one's own", "strict", "AE503",
		`let _ := closeSession s in closeSession (openSession true 1 1)`},
	{"a stranger's private repository", "strict", "AE301",
		`let r := repoNamed "mallory/private" in
if isPrivate r then
 let (t, s) := search_code s "x" in
 let s := create_or_update_file s r "a" t "m" "b" in closeSession s
else closeSession s`},
	{"a note after a stranger's text", "strict", "AE301",
		`let (t, s) := recall_untrusted s (keyOf "a") in
let s := remember s (keyOf "b") "x" in closeSession s`},
	{"a question about a thing that private data chose", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let t := if String.contains (mailBody m) "a" then tokenTable else ticketTable in
let (x, s) := if isPrivateTable t then fetch_url s "https://a.x/1" else fetch_url s "https://a.x/0" in
closeSession s`},
	{"a question about a thing that private data names", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let name := if String.contains (mailBody m) "a" then "team" else "all" in
let u := if isClosed (channelNamed name) then "https://a.x/1" else "https://a.x/0" in
let (x, s) := fetch_url s u in
closeSession s`},
	{"a mark that private data set", "balanced", "AE301",
		`let (t, s) := recall s (keyOf "k") in
let s := if String.contains t "a" then (let (m, s) := read_email s "1" in s) else s in
let u := if isUntrusted s then "https://a.x/1" else "https://a.x/0" in
let (x, s) := fetch_url s u in
closeSession s`},
	{"a public file that private data chose", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let p := if String.contains (mailBody m) "a" then "1.txt" else "0.txt" in
let (t, s) := get_file_contents s publicRepo p "main" in
let (x, s) := fetch_url s ("https://a.x/" ++ t) in
closeSession s`},
	{"a repository that private data makes public", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let (r, s) := create_repository s "x" "y" (String.contains (mailBody m) "a") in
closeSession s`},
	{"a table that private data chose", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let t := if String.contains (mailBody m) "a" then tableNamed "one" else tableNamed "two" in
let s := insert_row s t "a" "x" in
closeSession s`},
	{"a meeting that private data chose", "balanced", "AE301",
		`let (a, s) := create_meeting s "A" "2026-03-02" 5 "" [] in
let (b, s) := create_meeting s "B" "2026-03-02" 5 "" [] in
let (m, s) := read_email s "1" in
let s := describe_event s (if String.contains (mailBody m) "a" then a else b) "x" in
closeSession s`},
	{"a shared document that private data chose", "balanced", "AE301",
		`let (t, s) := recall s (keyOf "k") in
let d := if String.contains t "a" then documentNamed "one" else documentNamed "two" in
let s := append_to_document s d "x" in
closeSession s`},
	{"a public row that private data chose", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let (rows, s) := select_rows s ticketTable (whereColumn "a" "=" (mailBody m)) in
let u := if List.isEmpty rows then "https://a.x/0" else "https://a.x/1" in
let (x, s) := fetch_url s u in
closeSession s`},
	{"private data through a table that is not private", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let t := tableNamed "scratch" in
let s := if isPrivateTable t || isReadableTable t then s else insert_row s t "a" (mailBody m) in
closeSession s`},
	{"a reaction that says what is private", "balanced", "AE301",
		`let (ms, s) := search_messages s "password" in
let s := List.foldl (fun s m =>
  let t := messageText m in if String.matches t "[a-z0-9_+-]+" then add_reaction s m t else s) s ms in
closeSession s`},
	{"a day that is none, to somebody else's calendar", "strict", "AE301",
		`let (who, s) := find_contact s "Bob" in
let (m, s) := read_email s "1" in
let (f, s) := free_times s who (mailBody m) in
closeSession s`},
	{"guests learn of a meeting that is cancelled", "strict", "AE301",
		`let (e, s) := create_event s "Tea" "2026-03-02" 60 "" in
let (g, s) := askUser s "cancel_meeting" "" (eventTitle e) "" 0 in
let (m, s) := read_email s "1" in
let s := cancel_meeting_approved s e g in
closeSession s`},
	{"a stranger's text, sent and read back as one's own", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let (me, s) := find_contact s "me" in
let s := send_email s me "x" (mailBody m) in
let (sent, s) := sent_emails s "x" in
let text := String.join " " (List.map (fun m => mailBody m) sent) in
let s := remember s (keyOf "a") text in
closeSession s`},
	{"a stranger's text, posted and read back as a colleague's", "balanced", "AE301",
		`let (m, s) := read_email s "1" in
let c := channelNamed "team" in
if isClosed c then
  let s := post_message s c ("N: " ++ mailBody m) in
  let (posted, s) := channel_history s c in
  let text := String.join " " (List.map (fun m => messageText m) posted) in
  let s := remember s (keyOf "a") text in
  closeSession s
else closeSession s`},
	{"the session in two hands", "strict", "AE402",
		`(s, s)`},
}

// everyday are plans that must remain possible.
var everyday = []attempt{
	{"what is new, told to the user", "strict", "verified",
		`let (events, s) := list_events s "2026-03-02" in
let (mails, s) := search_emails s "is:unread" in
let s := List.foldl (fun s e => tellUser s (eventTitle e)) s events in
let s := List.foldl (fun s m => tellUser s (mailSubject m)) s mails in
closeSession s`},
	{"research, then a note of one's own", "strict", "verified",
		`let (found, s) := search_web s "Z3 string theory" in
let (page, s) := fetch_url s "https://example.org/z3" in
let s := write_file s (pathOf "/workspace/inbox/z3.txt") page in
closeSession s`},
	{"tests, a fix, a commit", "strict", "verified",
		`let (source, s) := read_text_file s (pathOf "/workspace/src/main.go") in
let s := edit_file s (pathOf "/workspace/src/main.go") "teh" "the" in
let s := run_git_commit s "Fix a typo" in
let (result, s) := run_project s "test" in
closeSession (tellUser s result)`},
	{"a repository that is asked about, and its answer looked up", "balanced", "verified",
		`let r := repoNamed "docs/docs" in
if isPrivate r then closeSession s else
  let (t, s) := get_file_contents s r "README.md" "main" in
  let (found, s) := search_web s t in
  closeSession s`},
	{"a shared document gets what is not private", "balanced", "verified",
		`let d := documentNamed "Notes" in
if onlyOurs d && isSharedDocument d then
  let s := append_to_document s d "Hello" in
  closeSession s
else closeSession s`},
	{"a meeting and a document of one's own, changed", "balanced", "verified",
		`let (c, s) := find_contact s "Ann" in
let (e, s) := create_meeting s "Tea" "2026-03-02" 60 "" [c] in
let s := describe_event s e "In the garden" in
let (d, s) := create_document s "Notes" "Hello" in
let s := append_to_document s d "There is tea." in
let s := share_document s d c "reader" in
let s := append_to_document s d "And cake." in
closeSession s`},
	{"a channel that is asked about", "strict", "verified",
		`let c := channelNamed "team" in
if isClosed c then
  let (ms, s) := channel_history s c in
  let s := post_message s c "Read." in
  closeSession s
else closeSession s`},
	{"an invitation, answered to whom the user named", "balanced", "verified",
		`let (m, s) := read_email s "1" in
let s := send_email s "ann@example.com" "Lunch" ("Bob writes: " ++ mailBody m) in
closeSession s`},
	{"from mail to the user's channel", "balanced", "verified",
		`let (mails, s) := search_emails s "subject:release" in
let c := chosenChannel "releases" in
let s := List.foldl (fun s m => post_message s c ("New: " ++ mailSubject m)) s mails in
closeSession s`},
	{"a meeting with somebody from the address book", "balanced", "verified",
		`let (ann, s) := find_contact s "Ann" in
let (times, s) := free_times s ann "2026-03-02" in
let (e, s) := create_meeting s "Talk" "2026-03-02T10:00" 30 "" [ann, "bob@example.com"] in
closeSession s`},
	{"a bill, paid as approved", "balanced", "verified",
		`let (m, s) := read_email s "bill" in
let (g, s) := askUser s "pay" "DE02120300000000202051" "" "Bill 7" 4900 in
let s := pay_approved s "DE02120300000000202051" 4900 "Bill 7" g in
closeSession s`},
	{"triage in a public repository of the user's", "balanced", "verified",
		`let r := chosenRepo "ann/pacman" in
if isPrivate r then closeSession s
else
  let (issue, s) := issue_read s r "get" 12 in
  let (found, s) := fetch_url s "https://example.org/known-problems" in
  let s := add_issue_comment s r 12 "This is a known problem." in
  closeSession s`},
	{"a ticket, answered from what is public", "balanced", "verified",
		`let (tickets, s) := select_rows s ticketTable (whereColumn "status" "=" "open") in
let s := insert_row s ticketTable "answer" "We look into it." in
closeSession s`},
	{"a page shown before anything private was met", "strict", "verified",
		`let (page, s) := fetch_url s "https://example.org/" in
closeSession (show_page s page)`},
}

// TestAttempts: no way round, and nothing in the way of everyday plans.
func TestAttempts(t *testing.T) {
	const prompt = "Tell ann@example.com and bob@example.com, post in releases, and look at ann/pacman."
	spec := run{specs: tools()}.load(t)
	defer spec.Close()
	for _, a := range append(waysRound, everyday...) {
		t.Run(a.title, func(t *testing.T) {
			r := run{plan: a.plan, contract: a.contract, prompt: prompt}.under(spec)
			if a.want == "verified" {
				if r.Verdict != checker.Verified {
					t.Error(verdict(r))
				}
				return
			}
			for _, d := range r.Diagnostics {
				if strings.HasPrefix(string(d.Code), a.want) {
					return
				}
			}
			t.Errorf("%s, want %s", verdict(r), a.want)
		})
	}
}
