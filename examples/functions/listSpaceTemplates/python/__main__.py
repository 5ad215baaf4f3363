import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_space_templates_output(label_selector="team=web", limit=10)

pulumi.export("templates", found.items)
