import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_space_instances_output(project="payments", limit=10)

pulumi.export("spaces", found.items)
