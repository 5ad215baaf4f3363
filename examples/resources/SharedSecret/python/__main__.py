import pulumi
import pulumi_vcluster_platform as platform

charts = platform.SharedSecret(
    "charts",
    name="charts",
    namespace="vcluster-platform",
    display_name="Chart repository",
    data={"username": "ci", "token": pulumi.Config().require_secret("token")},
)

pulumi.export("name", charts.name)
