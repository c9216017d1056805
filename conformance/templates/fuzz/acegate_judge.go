package mine

// #cgo pkg-config: acegate
// #include <acegate.h>
// #include <stdlib.h>
import "C"
import "unsafe"

// What yours declares, such as "unicode=15.0".
const settings = ""

// judge returns why an answer breaks a must, or "". The answer is nil if the input was rejected.
func judge(codec, operation, input string, answer *string) string {
	var words [3]*C.char
	for i, word := range []string{codec, operation, settings} {
		words[i] = C.CString(word)
		defer C.free(unsafe.Pointer(words[i]))
	}
	value := func(text string) *C.acegate_value {
		v := (*C.acegate_value)(C.calloc(1, C.sizeof_acegate_value))
		v.form, v.data, v.length = C.ACEGATE_UTF8, C.CBytes([]byte(text)), C.size_t(len(text))
		return v
	}
	given, answered := value(input), (*C.acegate_value)(nil)
	if answer != nil {
		answered = value(*answer)
		defer C.free(unsafe.Pointer(answered))
		defer C.free(unsafe.Pointer(answered.data))
	}
	defer C.free(unsafe.Pointer(given))
	defer C.free(unsafe.Pointer(given.data))
	var reason C.acegate_reason
	if C.acegate_judge(words[0], words[1], words[2], given, answered, &reason) != C.ACEGATE_WRONG_MUST {
		return ""
	}
	return C.GoString(&reason.text[0])
}
