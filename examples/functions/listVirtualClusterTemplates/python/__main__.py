import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_virtual_cluster_templates_output(label_selector="size=small", limit=10)

pulumi.export("templates", found.items)
