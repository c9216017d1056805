# The answers to the three names and, after the input, to a label that is too long: `-` for a refusal, which is also that
# to the label if there is none, and `crash` for an exit. The answer to every other input is `none`.
case "$4" in
  BÜCHER) answer=$1 ;;
  ü_b) answer=$2 ;;
  -ü) answer=$3 ;;
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) answer=${5:--} ;;
  *) answer=none ;;
esac
case "$answer" in
  -) exit 1 ;;
  crash) exit 3 ;;
esac
echo "$answer"
