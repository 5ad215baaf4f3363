import pulumi
import pulumi_vcluster_platform as platform

dev = platform.VirtualClusterInstance(
    "dev",
    name="dev",
    project="payments",
    owner={"team": "payments-devs"},
    template_ref={"name": "small", "version": "1.0.x"},
    parameters={"replicas": 3},
    # Its deletion would delete all that runs in it.
    opts=pulumi.ResourceOptions(protect=True),
)

pulumi.export("cluster", dev.cluster)
