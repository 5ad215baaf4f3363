import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_virtual_cluster_instances_output(project="payments", limit=10)

pulumi.export("instances", found.items)
