import pulumi
import pulumi_vcluster_platform as platform

charts = platform.get_shared_secret_output(namespace="vcluster-platform", name="charts")

pulumi.export("displayName", charts.display_name)
