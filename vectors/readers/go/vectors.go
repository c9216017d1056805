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
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

//go:embed acegate-vectors.json.gz
var file []byte

// Library has the functions by operation, and what it declares. Level is must if empty; Exceptions names a file.
type Library struct {
	Functions                    map[string]func(string) (string, error)
	Params                       map[string]any
	Limits                       map[string]float64
	Level, IDNA, URL, Exceptions string
}

type check struct {
	Name, Codec, Op, Level, Document, Clause, Note string
	Params, Input                                  json.RawMessage
	Expected                                       []map[string]json.RawMessage
	Needs                                          map[string]any
}

// Run runs the checks of the codec that are for the library, each as a subtest.
func Run(t *testing.T, codec string, l Library) {
	var suite struct {
		Defaults map[string]map[string]any
		Cases    []check
	}
	var known struct{ Exceptions []map[string]string }
	unpacked, err := gzip.NewReader(bytes.NewReader(file))
	octets, missing := os.ReadFile(l.Exceptions)
	isUnread := l.Exceptions != "" && (missing != nil || json.Unmarshal(octets, &known) != nil)
	if isUnread || err != nil || json.NewDecoder(unpacked).Decode(&suite) != nil {
		t.Fatal("the vectors or the exceptions cannot be read")
	}
	for _, c := range suite.Cases {
		if c.Codec == codec && l.Functions[c.Op] != nil && c.applies(l, suite.Defaults[codec]) {
			t.Run(c.Name, func(t *testing.T) { c.run(t, l, known.Exceptions) })
		}
	}
}

// A panic of the library is not caught, so it ends the tests and shows the check.
func (c check) run(t *testing.T, l Library, known []map[string]string) {
	got, err := l.Functions[c.Op](text(c.Input).(string))
	isRight := false
	for _, right := range c.Expected {
		isRight = isRight || err != nil && right["ok"] == nil || err == nil && text(right["ok"]) == any(got)
	}
	for _, exception := range known {
		if c.isCovered(exception) && !isRight {
			t.Skip(exception["reason"])
		} else if c.isCovered(exception) && !strings.ContainsAny(exception["id"], "*?") {
			t.Error("it passes: remove it from " + l.Exceptions)
		}
	}
	if !isRight {
		note := ""
		if c.Note != "" {
			note = "\n  note      " + c.Note
		}
		t.Errorf("%s (%s)\n  input     %s %s\n  got       %q %v\n  expected  %s\n  clause    %s, %s%s",
			c.Name, c.Level, c.Input, c.Params, got, err, c.Expected, c.Document, c.Clause, note)
	}
}

func (c check) applies(l Library, defaults map[string]any) bool {
	for name, needed := range c.Needs["params"].(map[string]any) {
		own, isSet := l.Params[name]
		if isSet && fmt.Sprint(own) != fmt.Sprint(needed) || !isSet && defaults[name] != needed {
			return false
		}
	}
	unicode, _ := strconv.ParseFloat(fmt.Sprint(c.Needs["unicode"]), 64)
	labels, _ := c.Needs["labels"].(float64)
	given, isText := text(c.Input).(string)
	return isText && strings.Index("must should may", c.Level) <= strings.Index("must should may", l.Level) &&
		has(c.Needs["idna"], l.IDNA) && has(c.Needs["url"], l.URL) && (unicode <= 12.1 || unicode <= l.Limits["unicode"]) &&
		(c.Needs["width"] == nil || c.Needs["width"] == l.Limits["width"]) && (l.Limits["labels"] == 0 || labels <= l.Limits["labels"]) &&
		(l.Limits["length"] == 0 || float64(utf8.RuneCountInString(given)) <= l.Limits["length"])
}

// An empty word is that of a library which declares none.
func has(words any, own string) bool {
	return words == nil || strings.Contains(strings.ReplaceAll(fmt.Sprintf("%q", words), "undeclared", ""), fmt.Sprintf("%q", own))
}

func (c check) isCovered(exception map[string]string) bool {
	pattern := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(exception["id"]))
	is, _ := regexp.MatchString("^(?:"+pattern+")(?::"+c.Op+")?$", c.Name)
	return is && (exception["expires"] == "" || exception["expires"] >= time.Now().Format("2006-01-02"))
}

// The text of a value. Octets, lists, flags of letter case, surrogates and larger numbers have none.
func text(value json.RawMessage) any {
	var parts map[string]any
	if json.Unmarshal(value, &parts) != nil || parts["flags"] != nil {
		return nil
	}
	return parts["t"]
}
