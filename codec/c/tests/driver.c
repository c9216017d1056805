/* Runs a target of libFuzzer on the arguments. */
int main(int count, char **words)
{
    int index;

    for (index = 1; index < count; index++) {
        size_t size = 0;
        while (words[index][size] != '\0')
            size++;
        LLVMFuzzerTestOneInput((const uint8_t *)words[index], size);
    }
    return 0;
}
