package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// GeneratePackage writes the SDK of a package.
func (h *host) GeneratePackage(
	ctx context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	if h.language.generate == nil {
		published, err := h.published.with()
		if err != nil {
			return nil, err
		}
		return published.GeneratePackage(ctx, request)
	}
	client, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	loader := schema.NewCachedLoader(client)
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	options := schema.ValidationOptions{AllowDanglingReferences: true}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, options)
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	generated, err := h.language.generate(pkg, request, loader)
	if err != nil {
		return nil, err
	}
	return response, writeFiles(request.Directory, generated)
}

func writeFiles(folder string, texts files) error {
	for name, text := range texts {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
