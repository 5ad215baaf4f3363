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
	published *publishedHosts
	language  language
	engine    string
}

// publishedFor yields the published host as it has to be started for a program.
func (h *host) publishedFor(program *pulumirpc.ProgramInfo) (pulumirpc.LanguageRuntimeClient, error) {
	if h.language.flags == nil {
		return h.published.with()
	}
	return h.published.with(h.language.flags(program)...)
}

func (h *host) GetPluginInfo(ctx context.Context, request *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	published, err := h.published.with()
	if err != nil {
		return nil, err
	}
	return published.GetPluginInfo(ctx, request)
}

func (h *host) GetRequiredPlugins(
	ctx context.Context, request *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	// The published hosts look from the folder that they were started in, be it another program's.
	request.Program = request.Info.ProgramDirectory
	published, err := h.publishedFor(request.Info)
	if err != nil {
		return nil, err
	}
	return published.GetRequiredPlugins(ctx, request)
}

func (h *host) GetRequiredPackages(
	ctx context.Context, request *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	published, err := h.publishedFor(request.Info)
	if err != nil {
		return nil, err
	}
	return published.GetRequiredPackages(ctx, request)
}

func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	if h.language.run != nil {
		return h.language.run(request, h.engine)
	}
	published, err := h.publishedFor(request.Info)
	if err != nil {
		return nil, err
	}
	return published.Run(ctx, request)
}

func (h *host) About(ctx context.Context, request *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	published, err := h.publishedFor(request.Info)
	if err != nil {
		return nil, err
	}
	return published.About(ctx, request)
}

func (h *host) GetProgramDependencies(
	ctx context.Context, request *pulumirpc.GetProgramDependenciesRequest,
) (*pulumirpc.GetProgramDependenciesResponse, error) {
	published, err := h.publishedFor(request.Info)
	if err != nil {
		return nil, err
	}
	return published.GetProgramDependencies(ctx, request)
}

func (h *host) InstallDependencies(
	request *pulumirpc.InstallDependenciesRequest, stream pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	published, err := h.publishedFor(request.Info)
	if err != nil {
		return err
	}
	answers, err := published.InstallDependencies(stream.Context(), request)
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
