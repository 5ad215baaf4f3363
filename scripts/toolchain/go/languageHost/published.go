package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// locate tells the language from this program's own name, and where the published host of that language is.
func locate() (language, published string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	file := filepath.Base(self)
	language = strings.TrimPrefix(strings.TrimSuffix(file, ".exe"), "pulumi-language-")
	return language, filepath.Join(filepath.Dir(self), "published", file), nil
}

// publishedHosts are the processes of a published host, one for each set of flags: what the engine says of a program
// with every request, these hosts want to hear when they start.
type publishedHosts struct {
	file      string
	arguments []string
	mutex     sync.Mutex
	started   map[string]pulumirpc.LanguageRuntimeClient
	stops     []func()
}

// with yields the host that was started with these flags.
func (p *publishedHosts) with(flags ...string) (pulumirpc.LanguageRuntimeClient, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	key := strings.Join(flags, "\x00")
	if client, found := p.started[key]; found {
		return client, nil
	}
	client, stop, err := startPublished(p.file, append(slices.Clone(flags), p.arguments...))
	if err != nil {
		return nil, err
	}
	p.started[key] = client
	p.stops = append(p.stops, stop)
	return client, nil
}

// stop ends all of them.
func (p *publishedHosts) stop() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, stop := range p.stops {
		stop()
	}
}

// startPublished starts the published host; the returned function ends it.
func startPublished(file string, arguments []string) (pulumirpc.LanguageRuntimeClient, func(), error) {
	command := exec.Command(file, arguments...)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := command.Start(); err != nil {
		return nil, nil, err
	}
	stop := func() { _ = command.Process.Kill() }
	reader := bufio.NewReader(output)
	port, err := reader.ReadString('\n')
	if err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s ended without a port: %w", file, err)
	}
	// What it prints after its port comes from programs.
	go func() { _, _ = io.Copy(os.Stdout, reader) }()
	connection, err := grpc.NewClient(
		"127.0.0.1:"+strings.TrimSpace(port),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		rpcutil.GrpcChannelOptions(),
	)
	if err != nil {
		stop()
		return nil, nil, err
	}
	return pulumirpc.NewLanguageRuntimeClient(connection), stop, nil
}
