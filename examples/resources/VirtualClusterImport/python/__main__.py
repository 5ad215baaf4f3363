import pulumi
import pulumi_vcluster_platform as platform

legacy = platform.VirtualClusterImport(
    "legacy",
    project="web",
    source_virtual_cluster={
        "cluster": "loft-cluster",
        "namespace": "vcluster-legacy",
        "name": "legacy",
    },
)

pulumi.export("virtualCluster", legacy.virtual_cluster)
