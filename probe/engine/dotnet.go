package engine

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// project is the project file of the worker; its verb is the version of .NET, such as "8.0".
const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net%s</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <InvariantGlobalization>true</InvariantGlobalization>
  </PropertyGroup>
</Project>
`

// dotnet builds the worker while it starts it, which takes an SDK and some seconds.
func dotnet(path string) (*exec.Cmd, func(), error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	ask := exec.CommandContext(ctx, path, "--version")
	ask.WaitDelay = time.Second
	out, err := ask.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("no SDK: dotnet --version: %w", err)
	}
	parts := strings.SplitN(strings.TrimSpace(string(out)), ".", 3)
	if len(parts) < 3 {
		return nil, nil, fmt.Errorf("dotnet --version says %.60q", out)
	}
	dir, cleanup, err := sourceDir(map[string]string{
		"worker.csproj": fmt.Sprintf(project, parts[0]+"."+parts[1]),
		"worker.cs":     dotnetSource,
	})
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.Command(path, "run", "--project", dir, "--configuration", "Release")
	cmd.Env = []string{"DOTNET_CLI_TELEMETRY_OPTOUT=1", "DOTNET_NOLOGO=1", "DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1"}
	return cmd, cleanup, nil
}
