import pulumi
import pulumi_vcluster_platform as platform

ci = platform.SpaceInstance(
    "ci",
    name="ci",
    project="payments",
    display_name="CI of the payments team",
    template_ref={"name": "isolated"},
    # Its deletion would delete all that is in it.
    opts=pulumi.ResourceOptions(protect=True),
)

pulumi.export("namespace", ci.host_namespace)
