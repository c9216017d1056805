# Says hello with the JSON of a file, and skips every request but that for the records of the number +1.
read -r hello
cat "$1"
while read -r line; do
  id=${line#*'"id":'}
  reply='"skip":"unsupported"'
  case $line in *'[43,49]'*'"rewrite"'*) reply='"error":{"message":"no records"}' ;; esac
  echo "{\"id\":${id%%,*},$reply}"
done
