// Calls golang.org/x/net/idna on the code points of a name, with all of its checks.
package main

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/net/idna"
)

func main() {
	profile := idna.New(idna.MapForLookup(), idna.StrictDomainName(true), idna.ValidateLabels(true),
		idna.CheckHyphens(true), idna.CheckJoiners(true), idna.BidiRule(), idna.VerifyDNSLength(true), idna.Transitional(false))
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
