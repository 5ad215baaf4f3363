import pulumi
import pulumi_vcluster_platform as platform

registry = platform.ProjectSecret(
    "registry",
    name="registry",
    project="payments",
    display_name="Registry of the payments team",
    data={"username": "ci", "password": pulumi.Config().require_secret("password")},
)

pulumi.export("name", registry.name)
