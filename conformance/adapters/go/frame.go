// The frame of the adapters in Go: acegate's line protocol around functions from text to text.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type function func(string) (string, error)

// answer takes the code points of a request's input. What a Go string in UTF-8 cannot hold is skipped.
func answer(apply function, points []int64) (reply map[string]any) {
	var text strings.Builder
	for _, c := range points {
		if c > 0x10FFFF || c >= 0xD800 && c < 0xE000 {
			return map[string]any{"skip": "UTF-8 holds no surrogates, and nothing above U+10FFFF"}
		}
		text.WriteRune(rune(c))
	}
	defer func() {
		if r := recover(); r != nil {
			reply = map[string]any{"crash": fmt.Sprint("panic: ", r)}
		}
	}()
	made, err := apply(text.String())
	if err != nil {
		return map[string]any{"error": map[string]any{"message": err.Error()}}
	}
	return map[string]any{"ok": map[string]any{"u": append([]rune{}, []rune(made)...)}}
}

// serve asks find for the function of an operation under the settings of a request: nil if there is none.
func serve(implementation, codecs map[string]any, find func(codec, op string, params map[string]any) function) {
	hello := map[string]any{"type": "hello", "protocol": 1, "window": 64, "values": []string{"u"},
		"implementation": implementation, "codecs": codecs}
	lines, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var request struct {
			Type, Codec, Op string
			ID              json.Number
			In              struct{ U []int64 }
			Params          map[string]any
		}
		json.Unmarshal(line, &request)
		reply := map[string]any{"skip": "it has no such codec, operation or setting"}
		if apply := find(request.Codec, request.Op, request.Params); apply != nil && codecs[request.Codec] != nil {
			reply = answer(apply, request.In.U)
		}
		if reply["id"] = request.ID; request.Type == "hello" {
			reply = hello
		}
		out.Encode(reply)
	}
}
