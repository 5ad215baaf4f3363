package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

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
