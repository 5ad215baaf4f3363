import pulumi
import pulumi_vcluster_platform as platform

legacy = platform.get_virtual_cluster_output(project="web", name="legacy")

pulumi.export("source", legacy.source)
