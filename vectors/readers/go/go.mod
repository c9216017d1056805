module acegate.example/vectors

go 1.19
