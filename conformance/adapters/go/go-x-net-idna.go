// The host names of golang.org/x/net/idna: UTS 46 with the settings of the request, or its profile Lookup.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/net/idna"
)

var params = map[string][]any{"check-hyphens": {true, false}, "check-bidi": {true, false}, "check-joiners": {true, false},
	"std3": {true, false}, "verify-dns-length": {true, false}, "transitional": {false, true}}

func profile(asked map[string]any) *idna.Profile {
	is := func(name string) bool {
		if value, has := asked[name]; has {
			return value == true
		}
		return params[name][0] == true
	}
	options := []idna.Option{idna.MapForLookup(), idna.StrictDomainName(is("std3")), idna.CheckHyphens(is("check-hyphens")),
		idna.CheckJoiners(is("check-joiners")), idna.VerifyDNSLength(is("verify-dns-length")), idna.Transitional(is("transitional"))}
	if is("check-bidi") {
		options = append(options, idna.BidiRule())
	}
	return idna.New(options...)
}

func main() {
	of, name, word, ops := profile, "Go x/net/idna", "strict", []string{"to-ascii", "to-unicode"}
	if len(os.Args) > 1 {
		params = map[string][]any{"verify-dns-length": {false}}
		of, name, word = func(map[string]any) *idna.Profile { return idna.Lookup }, name+" Lookup", "lookup"
	}
	find := func(codec, op string, asked map[string]any) function {
		for name, value := range asked {
			// Its ToUnicode is never transitional.
			is := strings.Contains(fmt.Sprint(params[name]), fmt.Sprint(value)) && (op == "to-ascii" || name != "transitional" || value == false)
			if codec == "uts46" && !is {
				return nil
			}
		}
		chosen := of(asked)
		return map[string]function{"to-ascii": chosen.ToASCII, "to-unicode": chosen.ToUnicode}[op]
	}
	uts46 := map[string]any{"ops": ops, "params": params, "limits": map[string]any{"unicode": strings.TrimSuffix(idna.UnicodeVersion, ".0")}}
	serve(map[string]any{"name": name, "version": "Unicode " + idna.UnicodeVersion, "language": "Go", "url": "https://pkg.go.dev/golang.org/x/net/idna"},
		map[string]any{"uts46": uts46, "punycode": map[string]any{"ops": ops, "idna": word}}, find)
}
