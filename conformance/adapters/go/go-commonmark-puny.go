// The Punycode of gitlab.com/golang-commonmark/puny.
package main

import "gitlab.com/golang-commonmark/puny"

func main() {
	serve(map[string]any{"name": "Go golang-commonmark/puny", "language": "Go",
		"url": "https://gitlab.com/golang-commonmark/puny"},
		map[string]function{"encode": puny.Encode, "decode": puny.Decode},
		map[string]any{"ops": []string{}, "limits": map[string]any{"width": 31}})
}
