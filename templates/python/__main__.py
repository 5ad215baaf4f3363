import pulumi
import pulumi_vcluster_platform as platform

template = platform.SpaceTemplate(
    "template",
    display_name="Web team",
    template={"metadata": {"labels": {"team": "web"}}},
)

ci = platform.OwnedAccessKey(
    "ci",
    type="User",
    user=pulumi.Config().require("user"),
    # Thirty days. Without a ttl the key never expires.
    ttl=30 * 24 * 3600,
    scope={"projects": [{"project": "default"}]},
)

pulumi.export("template", template.name)
pulumi.export("token", ci.key)
