import pulumi
import pulumi_vcluster_platform as platform

registry = platform.get_project_secret_output(project="payments", name="registry")

pulumi.export("displayName", registry.display_name)
