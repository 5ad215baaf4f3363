package main

import (
	"context"
	"errors"
	"io"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
)

// host answers the engine. What it has no method for is not implemented, which the engine knows how to live with.
type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	published pulumirpc.LanguageRuntimeClient
	language  language
}

func (h *host) GetPluginInfo(ctx context.Context, request *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return h.published.GetPluginInfo(ctx, request)
}

func (h *host) GetRequiredPlugins(
	ctx context.Context, request *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	// The published hosts look from the folder that they were started in, be it another program's.
	request.Program = request.Info.ProgramDirectory
	return h.published.GetRequiredPlugins(ctx, request)
}

func (h *host) GetRequiredPackages(
	ctx context.Context, request *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return h.published.GetRequiredPackages(ctx, request)
}

func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	return h.published.Run(ctx, request)
}

func (h *host) About(ctx context.Context, request *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	return h.published.About(ctx, request)
}

func (h *host) GetProgramDependencies(
	ctx context.Context, request *pulumirpc.GetProgramDependenciesRequest,
) (*pulumirpc.GetProgramDependenciesResponse, error) {
	return h.published.GetProgramDependencies(ctx, request)
}

func (h *host) InstallDependencies(
	request *pulumirpc.InstallDependenciesRequest, stream pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	answers, err := h.published.InstallDependencies(stream.Context(), request)
	for err == nil {
		var answer *pulumirpc.InstallDependenciesResponse
		if answer, err = answers.Recv(); err == nil {
			err = stream.Send(answer)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
