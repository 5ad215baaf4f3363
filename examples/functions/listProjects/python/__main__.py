import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_projects_output(label_selector="department=shop", limit=10)

pulumi.export("projects", found.items)
