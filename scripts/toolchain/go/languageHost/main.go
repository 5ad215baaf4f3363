// Language host for a Pulumi that is built from source. The hosts whose modules are published are older than the
// engine: this one stands in front of such a host, hands on what it can do, and does itself what came later and the
// source plugin needs: running a plugin, generating an SDK, linking it into a program.
//
// Installed as pulumi-language-<language>, with the published host under the same name in the folder "published".
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// How long the engine may stay silent before this host takes it for dead.
const engineSilence = time.Minute

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve answers the engine, whose address is the last argument, until the engine is gone.
func serve(arguments []string) error {
	name, published, err := locate()
	if err != nil {
		return err
	}
	hosts := &publishedHosts{file: published, arguments: arguments, started: map[string]pulumirpc.LanguageRuntimeClient{}}
	defer hosts.stop()
	host := &host{published: hosts, language: languages[name]}
	if len(arguments) > 0 {
		host.engine = arguments[len(arguments)-1]
	}
	return answer(host)
}

func answer(host *host) error {
	gone, cancel := context.WithCancel(context.Background())
	defer cancel()
	if host.engine != "" {
		if err := rpcutil.Healthcheck(gone, host.engine, engineSilence, cancel); err != nil {
			return fmt.Errorf("cannot watch the engine at %s: %w", host.engine, err)
		}
	}
	end := make(chan bool)
	go func() {
		<-gone.Done()
		close(end)
	}()
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: end,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, host)
			return nil
		},
	})
	if err != nil {
		return err
	}
	// The engine reads the port from the first line.
	fmt.Println(handle.Port)
	return <-handle.Done
}
