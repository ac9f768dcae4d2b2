module shop

go 1.23.0

require github.com/testcontainers/testcontainers-go v0.37.0
