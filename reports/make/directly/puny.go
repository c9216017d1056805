// Calls gitlab.com/golang-commonmark/puny on code points.
package main

import (
	"fmt"
	"os"
	"strconv"

	"gitlab.com/golang-commonmark/puny"
)

func main() {
	call, text := puny.Decode, []byte{}
	if os.Args[1] == "encode" {
		call = puny.Encode
	}
	for _, word := range os.Args[2:] {
		point, _ := strconv.ParseInt(word, 16, 64)
		text = append(text, string(rune(point))...)
	}
	made, err := call(string(text))
	if err != nil {
		os.Exit(1)
	}
	for _, point := range made {
		fmt.Printf("%X ", point)
	}
}
