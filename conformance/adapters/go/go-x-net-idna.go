// The host names of golang.org/x/net/idna, UTS 46 with all of its checks.
package main

import "golang.org/x/net/idna"

func main() {
	profile := idna.New(idna.MapForLookup(), idna.StrictDomainName(true), idna.ValidateLabels(true),
		idna.CheckHyphens(true), idna.CheckJoiners(true), idna.BidiRule(), idna.VerifyDNSLength(true), idna.Transitional(false))
	serve(map[string]any{"name": "Go x/net/idna", "version": "Unicode " + idna.UnicodeVersion, "language": "Go",
		"url": "https://pkg.go.dev/golang.org/x/net/idna"},
		map[string]function{"to-ascii": profile.ToASCII, "to-unicode": profile.ToUnicode},
		map[string]any{"ops": []string{}, "idna": "strict"})
}
