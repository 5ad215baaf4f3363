package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/nodejs/npm"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"golang.org/x/mod/modfile"
)

// Link makes a program depend on SDKs that were generated into folders of it.
func (h *host) Link(ctx context.Context, request *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	var instructions []string
	for _, sdk := range request.Packages {
		text, err := h.language.link(request.Info.ProgramDirectory, sdk.Path)
		if err != nil {
			return nil, fmt.Errorf("cannot link %s: %w", sdk.Path, err)
		}
		instructions = append(instructions, text)
	}
	return &pulumirpc.LinkResponse{ImportInstructions: strings.Join(instructions, "\n")}, nil
}

// linkNothing: a program without SDKs has nothing to link.
func linkNothing(_, _ string) (string, error) {
	return "", nil
}

func linkNode(program, sdk string) (string, error) {
	text, err := os.ReadFile(filepath.Join(program, sdk, "package.json"))
	if err != nil {
		return "", err
	}
	var manifest struct{ Name string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return "", err
	}
	manager, err := npm.ResolvePackageManager(npm.AutoPackageManager, program)
	if err != nil {
		return "", err
	}
	if err := manager.Link(context.Background(), program, manifest.Name, sdk); err != nil {
		return "", err
	}
	return fmt.Sprintf("The SDK is the package %q: import it from there.", manifest.Name), nil
}

// linkPython adds the folder to the requirements, which pip takes for the package in it.
func linkPython(program, sdk string) (string, error) {
	file := filepath.Join(program, "requirements.txt")
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if !slices.Contains(lines, sdk) {
		lines = append(lines, sdk, "")
		err = os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644)
	}
	return fmt.Sprintf("The SDK in %s is in requirements.txt now.", sdk), err
}

// linkGo has the SDK's module read from its folder.
func linkGo(program, sdk string) (string, error) {
	text, err := os.ReadFile(filepath.Join(program, sdk, "go.mod"))
	if err != nil {
		return "", err
	}
	module := modfile.ModulePath(text)
	file := filepath.Join(program, "go.mod")
	text, err = os.ReadFile(file)
	if err != nil {
		return "", err
	}
	parsed, err := modfile.Parse(file, text, nil)
	if err != nil {
		return "", err
	}
	if err := parsed.AddReplace(module, "", "./"+filepath.ToSlash(sdk), ""); err != nil {
		return "", err
	}
	if text, err = parsed.Format(); err != nil {
		return "", err
	}
	return fmt.Sprintf("The SDK is the module %q: import it, and run go mod tidy.", module), os.WriteFile(file, text, 0o644)
}
