package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// The exit code of a program whose error the SDK has shown.
const errorShown = 32

// runNode runs a program in Node.js with the engine's own monitor. The published host puts a proxy before it, which
// knows no resource hooks.
func runNode(request *pulumirpc.RunRequest, engine string) (*pulumirpc.RunResponse, error) {
	config := map[string]string{}
	maps.Copy(config, request.Config)
	settings, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	secretKeys, err := json.Marshal(append([]string{}, request.ConfigSecretKeys...))
	if err != nil {
		return nil, err
	}
	command := exec.Command("node", nodeArguments(request, engine)...)
	command.Dir = request.Info.ProgramDirectory
	command.Env = append(os.Environ(), nodeEnvironment(request.Info)...)
	command.Env = append(command.Env, "PULUMI_CONFIG="+string(settings), "PULUMI_CONFIG_SECRET_KEYS="+string(secretKeys))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	code, err := exitCode(command.Run())
	switch {
	case err != nil || code == 0:
		return &pulumirpc.RunResponse{}, err
	case code == errorShown:
		return &pulumirpc.RunResponse{Bail: true}, nil
	default:
		return &pulumirpc.RunResponse{Error: fmt.Sprintf("Program exited with non-zero exit code: %d", code)}, nil
	}
}

func nodeArguments(request *pulumirpc.RunRequest, engine string) []string {
	arguments := []string{
		sdkProgram(request.Info, "run"),
		"--monitor", request.MonitorAddress,
		"--engine", engine,
		"--organization", request.Organization,
		"--project", request.Project,
		"--root-directory", request.Info.RootDirectory,
		"--stack", request.Stack,
		"--pwd", request.Info.ProgramDirectory,
		"--parallel", fmt.Sprint(request.Parallel),
	}
	if request.DryRun {
		arguments = append(arguments, "--dry-run")
	}
	return append(append(arguments, request.Info.EntryPoint), request.Args...)
}

// sdkProgram is a program of the SDK for Node.js, in the nearest folder that has it.
func sdkProgram(program *pulumirpc.ProgramInfo, name string) string {
	folder := program.ProgramDirectory
	for {
		file := filepath.Join(folder, "node_modules", "@pulumi", "pulumi", "cmd", name)
		_, err := os.Stat(file)
		parent := filepath.Dir(folder)
		if err == nil || parent == folder {
			return file
		}
		folder = parent
	}
}

// nodeEnvironment has the variables that a program or plugin in Node.js needs besides those of the engine.
func nodeEnvironment(program *pulumirpc.ProgramInfo) []string {
	if typescript, set := program.GetOptions().AsMap()["typescript"].(bool); typescript || !set {
		return []string{"PULUMI_NODEJS_TYPESCRIPT=true"}
	}
	return nil
}
