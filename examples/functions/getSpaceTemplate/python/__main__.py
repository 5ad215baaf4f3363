import pulumi
import pulumi_vcluster_platform as platform

web = platform.get_space_template_output(name="web-team")

pulumi.export("displayName", web.display_name)
