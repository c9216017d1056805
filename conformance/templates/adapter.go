// An adapter for acegate in Go. Fill in the two functions; delete what your library does not have.
// Build the folder, not the file (`go build -o adapter .`), so that other files and modules are found.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

var skip = errors.New("not filled in yet")

// The library's calls go here: text in, its code out. Any other error is a refusal.
func encode(text string) (string, error) { return "", skip }
func decode(code string) (string, error) { return "", skip }

type object map[string]any

var operations = map[string]func(string) (string, error){"encode": encode, "decode": decode}
var hello = object{"type": "hello", "protocol": 1, "window": 64, "values": []string{"u"},
	"implementation": object{"name": "mine", "version": "0.1", "language": "Go"},
	"codecs":         object{"punycode": object{"ops": []string{"encode", "decode"}}}}

func answer(operation func(string) (string, error), points []int64) (reply object) {
	text := []rune{}
	for _, c := range points {
		if c > 0x10FFFF || c >= 0xD800 && c < 0xE000 {
			return object{"skip": "UTF-8 holds no surrogates, and nothing above U+10FFFF"}
		}
		text = append(text, rune(c))
	}
	defer func() {
		if fault := recover(); fault != nil {
			reply = object{"crash": fmt.Sprint("panic: ", fault)}
		}
	}()
	made, err := operation(string(text))
	if err == skip {
		return object{"skip": err.Error()}
	} else if err != nil {
		return object{"error": object{"message": err.Error()}}
	}
	return object{"ok": object{"u": append([]rune{}, []rune(made)...)}}
}

func main() {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		var request struct {
			Type, Codec, Op string
			ID              int64
			In              struct{ U []int64 }
		}
		json.Unmarshal(line, &request) // what has another shape is not of punycode
		operation, has := operations[request.Op]
		reply := object{"skip": "only punycode encode and decode"}
		if request.Type == "hello" {
			out.Encode(hello)
			continue
		} else if has && request.Codec == "punycode" {
			reply = answer(operation, request.In.U)
		}
		reply["id"] = request.ID
		out.Encode(reply)
	}
}
