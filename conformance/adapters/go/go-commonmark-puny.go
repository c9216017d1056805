// The Punycode of gitlab.com/golang-commonmark/puny.
package main

import "gitlab.com/golang-commonmark/puny"

func main() {
	punycode := map[string]any{"ops": []string{"encode", "decode"}, "limits": map[string]any{"width": 31}}
	serve(map[string]any{"name": "Go golang-commonmark/puny", "language": "Go", "url": "https://gitlab.com/golang-commonmark/puny"},
		map[string]any{"punycode": punycode}, func(codec, op string, _ map[string]any) function {
			return map[string]function{"punycode encode": puny.Encode, "punycode decode": puny.Decode}[codec+" "+op]
		})
}
