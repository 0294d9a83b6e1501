package spelling

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"closeSession", "comment", "createIssuePublic", "isPrivate", "none", "read_all_data", "repoRead", "some"}
	for _, c := range []struct{ name, want string }{
		{"coment", "comment"},
		{"commnet", "comment"},
		{"CloseSession", "closeSession"},
		{"readRepo", "repoRead"},
		{"read_repo", "repoRead"},
		{"createPublicIssue", "createIssuePublic"},
		{"readAllData", "read_all_data"},
		{"noen", "none"},
		{"sesion", ""},
		{"x", ""},
		{"publish", ""},
		{"none", ""},
	} {
		if got := Nearest(c.name, names); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
