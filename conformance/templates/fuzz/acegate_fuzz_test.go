package mine

import (
	"errors"
	"testing"
)

var errSkipped = errors.New("skipped")

// Yours: the result, or an error if it rejects the input.
func mine(text string) (string, error) {
	return "", errSkipped
}

func FuzzMine(f *testing.F) {
	f.Add("bcher-kva")
	f.Fuzz(func(t *testing.T, text string) {
		result, err := mine(text)
		if errors.Is(err, errSkipped) {
			t.Skip()
		}
		answer := &result
		if err != nil {
			answer = nil
		}
		if why := judge("punycode", "decode", text, answer); why != "" {
			t.Fatal(why)
		}
	})
}
