package main

import (
	"errors"
	"os/exec"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// How long the output of a plugin that ended may be held open by something that it started.
const outputGrace = 5 * time.Second

// RunPlugin runs a plugin from its source until it ends or the engine lets go of it.
func (h *host) RunPlugin(
	request *pulumirpc.RunPluginRequest, stream pulumirpc.LanguageRuntime_RunPluginServer,
) error {
	if h.language.pluginCommand == nil {
		return status.Error(codes.Unimplemented, "plugins in this language need a released Pulumi")
	}
	closer, stdout, stderr, err := rpcutil.MakeRunPluginStreams(stream, false)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }()
	words, more := h.language.pluginCommand(request)
	command := exec.CommandContext(stream.Context(), words[0], words[1:]...)
	command.Dir = request.Pwd
	if request.Kind == string(apitype.AnalyzerPlugin) {
		// Policy packs read their package.json and tsconfig.json there.
		command.Dir = request.Info.ProgramDirectory
	}
	command.Env = append(request.Env, more...)
	command.Stdout, command.Stderr = stdout, stderr
	command.WaitDelay = outputGrace
	if code, err := exitCode(command.Run()); err != nil {
		return err
	} else if code != 0 {
		return stream.Send(&pulumirpc.RunPluginResponse{
			Output: &pulumirpc.RunPluginResponse_Exitcode{Exitcode: code},
		})
	}
	return closer.Close()
}

func exitCode(err error) (int32, error) {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return int32(exit.ExitCode()), nil
	}
	return 0, err
}

// nodePlugin is the command for a plugin in Node.js, and what it finds in its environment besides the engine's.
func nodePlugin(request *pulumirpc.RunPluginRequest) (command, environment []string) {
	words := []string{"node", sdkProgram(request.Info, "run-plugin"), request.Info.ProgramDirectory}
	return append(words, request.Args...), nodeEnvironment(request.Info)
}
