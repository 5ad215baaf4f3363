package main

import (
	gocode "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

const tool = "pulumi"

type files = map[string][]byte

// language is what this host does itself; what is nil, the published host does or nobody.
type language struct {
	flags         func(*pulumirpc.ProgramInfo) []string
	run           func(request *pulumirpc.RunRequest, engine string) (*pulumirpc.RunResponse, error)
	generate      func(*schema.Package, *pulumirpc.GeneratePackageRequest, schema.ReferenceLoader) (files, error)
	link          func(program, sdk string) (instructions string, err error)
	pluginCommand func(*pulumirpc.RunPluginRequest) (command, environment []string)
}

var languages = map[string]language{
	"nodejs": {run: runNode, generate: generateNode, link: linkNode, pluginCommand: nodePlugin},
	"python": {flags: pythonFlags, generate: generatePython, link: linkPython},
	"go":     {generate: generateGo, link: linkGo},
	"yaml":   {link: linkNothing},
}

func generateNode(
	pkg *schema.Package, request *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader,
) (files, error) {
	return nodejs.GeneratePackage(tool, pkg, request.ExtraFiles, request.LocalDependencies, request.Local, loader)
}

func generatePython(
	pkg *schema.Package, request *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader,
) (files, error) {
	return python.GeneratePackage(tool, pkg, request.ExtraFiles, loader)
}

func generateGo(
	pkg *schema.Package, request *pulumirpc.GeneratePackageRequest, _ schema.ReferenceLoader,
) (files, error) {
	return gocode.GeneratePackage(tool, pkg, request.LocalDependencies)
}

// pythonFlags tells the virtual environment that Pulumi.yaml names.
func pythonFlags(program *pulumirpc.ProgramInfo) []string {
	folder, set := program.GetOptions().AsMap()["virtualenv"].(string)
	if !set {
		return nil
	}
	return []string{"-virtualenv", folder, "-root", program.RootDirectory}
}
