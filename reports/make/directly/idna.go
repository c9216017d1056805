// Calls golang.org/x/net/idna on the code points of a name, with the flags of UTS #46 that the variable SETTINGS
// has, or the profile Lookup if PROFILE names it.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

func main() {
	on := func(setting string) bool { return strings.Contains(os.Getenv("SETTINGS"), setting) }
	options := []idna.Option{idna.MapForLookup(), idna.StrictDomainName(on("std3")), idna.CheckHyphens(on("check-hyphens")),
		idna.CheckJoiners(on("check-joiners")), idna.VerifyDNSLength(on("verify-dns-length")), idna.Transitional(on("transitional"))}
	if on("check-bidi") {
		options = append(options, idna.BidiRule())
	}
	profile := idna.New(options...)
	if os.Getenv("PROFILE") == "lookup" {
		profile = idna.Lookup
	}
	call, name := profile.ToUnicode, ""
	if os.Args[1] == "to-ascii" {
		call = profile.ToASCII
	}
	for _, word := range os.Args[2:] {
		point, _ := strconv.ParseInt(word, 16, 64)
		name += string(rune(point))
	}
	made, err := call(name)
	if err != nil {
		os.Exit(1)
	}
	for _, point := range made {
		fmt.Printf("%X ", point)
	}
}
