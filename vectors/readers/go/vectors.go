// Package vectors runs the test vectors of acegate as tests of Go. README.md has an example.
package vectors

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

//go:embed acegate-vectors.json.gz
var file []byte

// Library has a function for each operation, and what is declared. Without Level it is must; Exceptions is a file.
type Library struct {
	Functions                    map[string]func(string) (string, error)
	Params                       map[string]any
	Level, IDNA, URL, Exceptions string
	Unicode                      float64
	Width, Labels, Length        int
}

type check struct {
	Name, Codec, Op, Level, Document, Clause, Note string
	Params, Input                                  json.RawMessage
	Needs                                          struct {
		Params        map[string]any
		IDNA, URL     []string
		Unicode       json.Number
		Width, Labels int
	}
	Expected []map[string]json.RawMessage
}

// Run runs the checks of the codec that the library can run, each as a subtest. A panic of the library fails.
func Run(t *testing.T, codec string, l Library) {
	var suite struct {
		Defaults map[string]map[string]any
		Cases    []check
	}
	var known struct {
		Exceptions []struct{ ID, Reason, Expires string }
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil || json.NewDecoder(unpacked).Decode(&suite) != nil {
		t.Fatal("the vectors cannot be read")
	}
	if octets, err := os.ReadFile(l.Exceptions); l.Exceptions != "" && (err != nil || json.Unmarshal(octets, &known) != nil) {
		t.Fatal("the exceptions cannot be read")
	}
	for _, c := range suite.Cases {
		c := c
		if c.Codec != codec || l.Functions[c.Op] == nil || !c.applies(l, suite.Defaults[codec]) {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			wrong := c.wrong(l.Functions[c.Op])
			for _, e := range known.Exceptions {
				pattern := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(e.ID))
				is, _ := regexp.MatchString("^(?:"+pattern+")(?::"+c.Op+")?$", c.Name)
				if is && (e.Expires == "" || e.Expires >= time.Now().Format("2006-01-02")) {
					if wrong != "" {
						t.Skip(e.Reason)
					} else if !strings.ContainsAny(e.ID, "*?") {
						t.Error("it passes: remove it from " + l.Exceptions)
					}
				}
			}
			if wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

func (c check) applies(l Library, params map[string]any) bool {
	for name, needed := range c.Needs.Params {
		own, has := l.Params[name]
		if !has {
			own = params[name]
		}
		if fmt.Sprint(own) != fmt.Sprint(needed) {
			return false
		}
	}
	unicode, _ := c.Needs.Unicode.Float64()
	given, isText := text(c.Input)
	return isText && strings.Index("must should may", c.Level) <= strings.Index("must should may", l.Level) &&
		has(c.Needs.IDNA, l.IDNA) && has(c.Needs.URL, l.URL) && (unicode <= 12.1 || unicode <= l.Unicode) &&
		(c.Needs.Width == 0 || c.Needs.Width == l.Width) && (l.Labels == 0 || c.Needs.Labels <= l.Labels) &&
		(l.Length == 0 || utf8.RuneCountInString(given) <= l.Length)
}

func has(words []string, own string) bool {
	if own == "" {
		own = "undeclared"
	}
	return words == nil || strings.Contains(" "+strings.Join(words, " ")+" ", " "+own+" ")
}

// The text of a value. Octets, lists, flags of letter case, surrogates and larger numbers have none.
func text(value json.RawMessage) (string, bool) {
	var parts struct {
		T     *string
		Flags []bool
	}
	if json.Unmarshal(value, &parts) != nil || parts.T == nil || parts.Flags != nil {
		return "", false
	}
	return *parts.T, true
}

// What is wrong, or nothing.
func (c check) wrong(call func(string) (string, error)) string {
	given, _ := text(c.Input)
	got, err := call(given)
	right := ""
	for _, expected := range c.Expected {
		made, isText := text(expected["ok"])
		if (err != nil && expected["ok"] == nil) || (err == nil && isText && made == got) {
			return ""
		}
		octets, _ := json.Marshal(expected)
		right += " " + string(octets)
	}
	return fmt.Sprintf("%s (%s)\n  input     %s %s\n  got       %q %v\n  expected %s\n  clause    %s, %s\n  note      %s",
		c.Name, c.Level, c.Input, c.Params, got, err, right, c.Document, c.Clause, c.Note)
}
