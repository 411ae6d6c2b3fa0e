// Pays for one call on each network with the official x402 client for Go, and prints a line of JSON for each call.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	x402 "github.com/x402-foundation/x402/go"
	x402http "github.com/x402-foundation/x402/go/http"
	exact "github.com/x402-foundation/x402/go/mechanisms/evm/exact/client"
	"github.com/x402-foundation/x402/go/signers/evm"
)

type question struct {
	Key      string   `json:"key"`
	URL      string   `json:"url"`
	Networks []string `json:"networks"`
}

func main() {
	var asked question
	check(json.NewDecoder(os.Stdin).Decode(&asked))
	signer, err := evm.NewClientSignerFromPrivateKey(asked.Key)
	check(err)
	for _, network := range asked.Networks {
		// Registered for one network, the client takes the terms of that network.
		client := x402.Newx402Client().Register(x402.Network(network), exact.NewExactEvmScheme(signer, nil))
		paying := x402http.WrapHTTPClientWithPayment(&http.Client{}, x402http.Newx402HTTPClient(client))
		response, err := paying.Get(asked.URL)
		check(err)
		var answer any
		check(json.NewDecoder(response.Body).Decode(&answer))
		check(response.Body.Close())
		line, err := json.Marshal(map[string]any{
			"network": network, "status": response.StatusCode, "answer": answer, "link": response.Header.Get("Link"),
		})
		check(err)
		fmt.Println(string(line))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
