# The answers to the three names, `-` for a refusal and `crash` for an end, and `none` to every other input.
case "$4" in
  BÜCHER) answer=$1 ;;
  ü_b) answer=$2 ;;
  -ü) answer=$3 ;;
  *) answer=none ;;
esac
case "$answer" in
  -) exit 1 ;;
  crash) exit 3 ;;
esac
echo "$answer"
