import pulumi
import pulumi_vcluster_platform as platform

DAY = 24 * 3600

ci = platform.OwnedAccessKey(
    "ci",
    display_name="CI of the web team",
    type="User",
    user="ci-bot",
    # The first pulumi up of the last three days makes a new key.
    ttl=30 * DAY,
    rotate_before_expiry=3 * DAY,
    scope={"allow_cli": True, "projects": [{"project": "web"}]},
)

# A secret: shown only by pulumi stack output --show-secrets.
pulumi.export("token", ci.key)
